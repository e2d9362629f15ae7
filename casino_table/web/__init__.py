"""Page glue: security headers, filters, language, errors."""

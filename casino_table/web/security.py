"""Security headers: nothing from another host, nothing inline, nothing in a frame."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, current_app, request

#: `style-src` and `script-src` name files only, so neither a style attribute nor an inline script runs.
_DIRECTIVES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
CONTENT_SECURITY_POLICY: Final = "; ".join(f"{name} {source}" for name, source in _DIRECTIVES.items())
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ONE_YEAR_SECONDS: Final = 31_536_000


def secure_headers(response: Response) -> Response:
    """Add the headers to a response; pages are private to whoever asked for them."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # A proxy with HTTPS may stand on another host, whose word gunicorn does not take: the configuration says it too.
    if request.is_secure or current_app.config["SESSION_COOKIE_SECURE"]:
        # Browsers complain about this one on plain http.
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Strict-Transport-Security", f"max-age={ONE_YEAR_SECONDS}")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-cache, private")
        response.vary.update(("Cookie", "Accept", "Accept-Language"))
    return response


def register_security(app: Flask) -> None:
    """Send the headers with every response, errors and files included."""
    app.after_request(secure_headers)

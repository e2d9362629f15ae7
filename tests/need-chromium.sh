#!/bin/sh
# Make sure that a Chromium is there for the browser tests, from the system's packages where we may install.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" > /dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium > /dev/null && exit 0
fi
if [ "$CI" = true ]; then
    echo "The browser tests need Chromium, and it could not be installed." >&2
    exit 1
fi
echo "Chromium is not installed, so the browser tests are skipped; install your system's chromium package to run them."

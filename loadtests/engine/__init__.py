"""The engine alone: size, start, memory, pages and JavaScript, beside native Servo, Chromium and node."""

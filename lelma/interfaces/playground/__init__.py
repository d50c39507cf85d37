"""The playground: the verifier as a page, in which Python and SWI-Prolog run in a worker of the browser.

`desk` is the Python side, the only one that the page asks; `solver/` stands in for two of SWI-Prolog's libraries that
WebAssembly has not, and `static/` is the page: plain HTML, CSS and modules of JavaScript, of which `worker.js` holds
Python and Prolog and `page.js` wires the rest. `scripts/playground.sh` gathers all into static files, which `built`
finds. Knows the service and the page of a match; nothing of JavaScript is known in Python.

Begin with `desk`.
"""

"""The API's interactive documentation, served by the stack: Swagger UI over `/openapi.json`."""

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from emulator.gateway.paths import DOCS

_ASSETS = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
_PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Rekindle API</title>
<link rel="stylesheet" href="{DOCS}/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="{DOCS}/swagger-ui-bundle.js"></script>
<script src="{DOCS}/start.js"></script>
</body>
</html>
"""
_START = """\
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
"""


def docs_routes() -> list[Route]:
    """Returns the routes of the page and its assets; nothing comes from another machine."""
    return [
        Route(DOCS, _page),
        Route(f"{DOCS}/", _to_page),
        Route(f"{DOCS}/start.js", _start),
        Route(f"{DOCS}/{{name}}", _asset),
    ]


async def _page(_: Request) -> Response:
    return HTMLResponse(_PAGE)


async def _to_page(_: Request) -> Response:
    return RedirectResponse(DOCS)


async def _start(_: Request) -> Response:
    return Response(_START, media_type="text/javascript")


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _ASSETS:
        return Response(status_code=404)
    content = files("flask_swagger_ui").joinpath("dist", name).read_bytes()
    return Response(content, media_type=_ASSETS[name])

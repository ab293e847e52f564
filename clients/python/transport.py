"""Requests to the API of a voice agent platform, with the standard library only."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

Query = Mapping[str, Union[str, int, float, bool, None]]


class ApiProblem:
    """One thing that is wrong: `field` is a path such as `config.language.primary`, or None."""

    def __init__(self, field: Optional[str], message: str) -> None:
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return self.message if self.field is None else f"{self.field}: {self.message}"


class ApiError(Exception):
    """The API refused a request, or did not answer: then `status` is None."""

    def __init__(self, status: Optional[int], problems: List[ApiProblem], headers: Mapping[str, str]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.status = status
        self.problems = problems
        self.request_id = headers.get("x-request-id")
        retry_after = headers.get("retry-after")
        self.retry_after_seconds = int(retry_after) if retry_after and retry_after.isdigit() else None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The API redirects no request. Another host must not get the token."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Transport:
    """Sends requests with a token: the `access_token` of a login, or an API key."""

    def __init__(self, base_url: str, token: Optional[str] = None, timeout: float = 30.0) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"base_url must begin with http:// or https://, not {base_url!r}")
        self.base_url = base_url.rstrip("/")
        self.token = token
        self.timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def _json(self, method: str, path: str, query: Optional[Query] = None, body: Any = None) -> Any:
        content = self._bytes(method, path, query, body)
        return json.loads(content) if content else None

    def _text(self, method: str, path: str, query: Optional[Query] = None, body: Any = None) -> str:
        return self._bytes(method, path, query, body).decode("utf-8")

    def _bytes(self, method: str, path: str, query: Optional[Query] = None, body: Any = None) -> bytes:
        if body is None:
            return self._send(method, path, query, None, None)
        return self._send(method, path, query, json.dumps(body).encode("utf-8"), "application/json")

    def _file(self, method: str, path: str, file: bytes, content_type: str) -> Any:
        return json.loads(self._send(method, path, None, file, content_type))

    def _upload(self, method: str, path: str, file: bytes, filename: str) -> Any:
        boundary = uuid.uuid4().hex
        # As browsers write it.
        name = filename.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        head = (
            f"--{boundary}\r\n"
            f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        content = head.encode("utf-8") + file + f"\r\n--{boundary}--\r\n".encode("utf-8")
        answer = self._send(method, path, None, content, f"multipart/form-data; boundary={boundary}")
        return json.loads(answer)

    def _send(
        self, method: str, path: str, query: Optional[Query], content: Optional[bytes], content_type: Optional[str]
    ) -> bytes:
        headers: Dict[str, str] = {}
        if content_type is not None:
            headers["content-type"] = content_type
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        url = self.base_url + path + _query_string(query or {})
        request = urllib.request.Request(url, data=content, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            with error:
                raise ApiError(error.code, _problems(error.code, error.read()), _lower(error.headers.items())) from None
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise ApiError(None, [ApiProblem(None, f"The API cannot be reached: {reason}")], {}) from error


def path_part(value: Union[str, int]) -> str:
    """A value as a part of a path."""
    return urllib.parse.quote(str(value), safe="")


def _query_string(query: Query) -> str:
    given = {name: _query_value(value) for name, value in query.items() if value is not None}
    return "?" + urllib.parse.urlencode(given) if given else ""


def _query_value(value: Union[str, int, float, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lower(headers: Iterable[Tuple[str, str]]) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers}


def _problems(status: int, content: bytes) -> List[ApiProblem]:
    try:
        detail = json.loads(content)["detail"]
    except (ValueError, KeyError, TypeError):
        return [ApiProblem(None, f"The API answered {status}.")]
    if isinstance(detail, str):
        return [ApiProblem(None, line) for line in detail.split("\n")]
    return [ApiProblem(".".join(str(step) for step in each["loc"][1:]) or None, each["msg"]) for each in detail]

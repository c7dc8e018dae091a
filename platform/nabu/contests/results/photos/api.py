"""REST API: photos of score sheets."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from nabu.contests.matches.models import Photo, Table
from nabu.contests.results.permissions import can_overrule, can_see_photos
from nabu.contests.results.photos.pictures import NoPicture, picture_response
from nabu.contests.results.photos.serializers import PhotoFile, PhotoLine
from nabu.contests.results.photos.services import MOST_BYTES, add_photo, remove_photo
from nabu.contests.results.serializers import Reason
from nabu.web.rest.base import TooLarge, actor_of, address_of, check_allowed, errors, read_body
from nabu.web.rest.schema import path_id
from nabu.web.rest.views import ApiViews

PHOTO_ID = [path_id("photo", "photo")]


class PhotoActions(ApiViews[Any]):
    """Photos as a part of the tables of the API. Only the players of the table and who keeps score see them."""

    id_of = "table"

    @extend_schema(
        summary="List the photos of a table",
        operation_id="tables_photos_list",
        responses={200: PhotoLine(many=True)},
        filters=True,
    )
    @action(detail=True, methods=["get"], parser_classes=[MultiPartParser])
    def photos(self, request: Request, pk: int) -> Response:
        """The photos of the score sheet, in upload order."""
        return self.paged(PhotoLine, self._table(request).photos.select_related("sent_by__player").defer("content"))

    @extend_schema(
        summary="Upload a photo",
        operation_id="tables_photos_create",
        request={"multipart/form-data": PhotoFile},
        responses={201: PhotoLine, **errors(413, 507)},
    )
    @photos.mapping.post
    def send_photo(self, request: Request, pk: int) -> Response:
        """A JPEG, PNG or WebP picture of at most 7 MB. It is re-encoded, without the location where it was taken."""
        table = self._table(request)
        sent: Any = request.data
        upload = sent.get("photo")
        if not isinstance(upload, UploadedFile):
            raise ParseError(_("Send the picture as the file “photo” of a form."))
        if (upload.size or 0) > MOST_BYTES:
            raise TooLarge(_("A photo has at most 7 MB."))
        try:
            made = add_photo(actor_of(request), table, bytes(upload.read()), address_of(request))
        except NoPicture as problem:
            raise ParseError(problem.message) from None
        return Response(PhotoLine(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Download a photo",
        operation_id="tables_photo_content",
        parameters=PHOTO_ID,
        responses={(200, "image/jpeg"): OpenApiResponse(OpenApiTypes.BINARY, "A JPEG.")},
    )
    @action(detail=True, methods=["get"], url_path="photos/<int:photo>")
    def photo(self, request: Request, pk: int, photo: int) -> HttpResponse:
        """The stored picture."""
        return picture_response(get_object_or_404(Photo, pk=photo, table=self._table(request)))

    @extend_schema(
        summary="Remove a photo",
        operation_id="tables_photo_remove",
        parameters=PHOTO_ID,
        request=Reason,
        responses={204: None},
        examples=[OpenApiExample("Wrong table", {"reason": "It shows another table."}, request_only=True)],
    )
    @action(detail=True, methods=["post"], url_path="photos/<int:photo>/remove", url_name="remove-photo")
    def remove_photo(self, request: Request, pk: int, photo: int) -> Response:
        """Removes a picture that does not belong here. Directors only."""
        found = get_object_or_404(Photo, pk=photo, table=self._table(request))
        given = read_body(request, Reason, can_overrule(request.user, found.table))
        remove_photo(actor_of(request), found, given.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _table(self, request: Request) -> Table:
        """The table for those who may see its photos. Raises NotAllowed."""
        table: Table = self.get_object()
        check_allowed(can_see_photos(request.user, table))
        return table

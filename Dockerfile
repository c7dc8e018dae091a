FROM python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb AS build
COPY requirements/run.txt /run.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r /run.txt

FROM python:3.13-slim-bookworm@sha256:01f42367a0a94ad4bc17111776fd66e3500c1d87c15bbd6055b7371d39c124fb
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app/platform:/app \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=nabu.settings \
    STATIC_ROOT=/app/collected \
    OPENBLAS_NUM_THREADS=1 \
    NABU_BIND=0.0.0.0:8000
# A volume that is mounted here takes over the owner of the folder.
RUN useradd --uid 10001 --create-home nabu && install --directory --owner=10001 /srv/facts && \
    install --directory --owner=10001 --mode=700 /srv/backups
WORKDIR /app
COPY --from=build /venv /venv
COPY . .
# Names and compresses the static files. The settings want to be complete even here; nothing of this is kept.
RUN SECRET_KEY=only-while-building-0123456789abcdefghijklmnopqrstuvwxyz \
    ALLOWED_HOSTS=build DATABASE_URL=sqlite:////tmp/none REDIS_URL=redis://build \
    python manage.py collectstatic --noinput --verbosity 0 --ignore refresh.py --ignore redoc
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=60s --start-period=10m --retries=5 CMD ["python", "-m", "nabu.probe", "web"]
CMD ["gunicorn", "--config", "python:nabu.gunicorn_conf"]

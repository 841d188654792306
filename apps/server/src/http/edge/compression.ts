/** Whether an Accept-Encoding header accepts gzip (RFC 9110, 12.5.3): it is named, and not with `q=0`. */
export const acceptsGzip = (acceptEncoding: unknown): boolean =>
  typeof acceptEncoding === 'string' && /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i.test(acceptEncoding)

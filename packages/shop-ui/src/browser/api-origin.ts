/** Origin of the API, as the page names it; '' where it is that of the page. */
export const apiOrigin: string = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? ''

/** The path of the preview of the shop that this page belongs to, before its own path; '' in the shop. */
export const previewPath: string = /\/preview\/.+$/.exec(apiOrigin)?.[0] ?? ''

/** URL of a file of the API, for a link. @param path from `/api/` on */
export const apiFile = (path: string): string => apiOrigin + path

import type { Plugin } from 'vite'

/**
 * The content security policy of the page: it runs its own files only, and connects to no host. So a plan never leaves the
 * browser.
 */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ')

/** Writes the policy into the built page, since a static host does not send our headers. Hot reload does not work under it. */
export const strictPage = (): Plugin => ({
  name: 'playhouse:strict-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { server }) =>
      html.replace('<!--policy-->', server ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}" />`),
  },
})

import type { Plugin } from 'vite'

/**
 * Asks for script and style as plain files. Modules and files asked for across origins are refused to a page that is opened
 * from a disk, where a designer unpacks what was sent.
 */
export const anyWayIn = (): Plugin => ({
  name: 'playhouse:any-way-in',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { server }) =>
      server
        ? html
        : html.replace('<script type="module" crossorigin', '<script defer').replaceAll('rel="stylesheet" crossorigin', 'rel="stylesheet"'),
  },
})

import type { Plugin } from 'vite'
import type { Site } from '@playhouse/api-client/contract'
import { brandCss } from '@playhouse/shop-ui/theme'

/**
 * Fills the page's placeholders in development, as the server does in production, with the brand of the running server.
 * @param server origin of the API
 */
export function pageInDevelopment(server: string): Plugin {
  return {
    name: 'playhouse:page-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const site = await fetchSite(server)
        const parts: Record<string, string> = {
          '<!--head-->': `<title>${site.brand.name.replaceAll('<', '')}</title><style>${brandCss(site.brand)}</style>`,
          '<!--boot-->': `<script type="application/json" id="boot">${JSON.stringify({ site }).replaceAll('<', String.raw`\u003c`)}</script>`,
          '%lang%': 'en-GB',
        }
        return html.replaceAll(/<!--head-->|<!--boot-->|%lang%/g, (mark) => parts[mark]!)
      },
    },
  }
}

async function fetchSite(server: string): Promise<Site> {
  const reply = await fetch(`${server}/api/site`).catch(() => undefined)
  if (!reply?.ok)
    throw new Error(`The shop needs its server: start it first (npm start), or set its PORT. No response from ${server}/api/site.`)
  return (await reply.json()) as Site
}

import type { Plugin } from 'vite'

/**
 * Makes the page of one plain script, which dresses it as well: modules, and the rules of a style sheet in a file, are kept
 * from a page that is opened from a disk, where a designer unpacks what was sent.
 */
export const supportAnyProtocol = (): Plugin => ({
  name: 'playhouse:any-protocol',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module" crossorigin', '<script defer').replace(/<link rel="stylesheet"[^>]*>/, ''),
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, sheet] of Object.entries(bundle)) {
        if (sheet.type !== 'asset' || !name.endsWith('.css')) continue
        const folder = name.slice(0, name.lastIndexOf('/') + 1)
        for (const script of Object.values(bundle))
          if (script.type === 'chunk' && script.isEntry) script.code = styleScript(String(sheet.source), folder) + script.code
        delete bundle[name]
      }
    },
  },
})

/** A script that puts a sheet on the page. Addresses in it are beside it; a sheet made by script has no place of its own. */
const styleScript = (css: string, folder: string): string =>
  `{const sheet=new CSSStyleSheet();sheet.replaceSync(${JSON.stringify(css)}` +
  `.replace(/url\\(\\.\\/([^)]+)\\)/g,(_,file)=>'url("'+new URL(${JSON.stringify(folder)}+file,document.baseURI)+'")'));` +
  `document.adoptedStyleSheets=[sheet]}\n`

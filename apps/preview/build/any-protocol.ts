import type { Plugin } from 'vite'

/**
 * Builds the page with one classic script that also adds the styles. Browsers block modules, and access to the rules of linked
 * style sheets, on pages opened by `file:`, which is how a designer opens an unpacked archive.
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

/** A script that adds a style sheet to the page. It makes relative addresses absolute, since a constructed sheet has no base address. */
const styleScript = (css: string, folder: string): string =>
  `{const sheet=new CSSStyleSheet();sheet.replaceSync(${JSON.stringify(css)}` +
  `.replace(/url\\(\\.\\/([^)]+)\\)/g,(_,file)=>'url("'+new URL(${JSON.stringify(folder)}+file,document.baseURI)+'")'));` +
  `document.adoptedStyleSheets=[sheet]}\n`

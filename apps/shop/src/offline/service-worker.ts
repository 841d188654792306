/*
 * Opens the tickets offline: one page without personal data, and its files. API responses never pass through here; the page
 * stores the tickets (`offline-tickets.ts`).
 */

type ExtendableEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { readonly request: Request; readonly respondWith: (response: Promise<Response>) => void }
/** The part of `ServiceWorkerGlobalScope` that is used here. */
type WorkerScope = {
  readonly addEventListener: ((type: 'install' | 'activate', react: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', react: (event: FetchEvent) => void) => void)
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
}
const scope = globalThis as unknown as WorkerScope

/** Replaced by the build: scripts and styles of the page, and texts in every locale. */
const files = '%offline-files%' as unknown as readonly string[]
const page = '/your-tickets'
const store = 'shell'
/** Whether a path is a static file: one of the build, a font, or one of the brand. */
const isFile = (path: string): boolean => /^\/(assets|fonts|brand)\//.test(path)

scope.addEventListener('install', (event) => event.waitUntil(fetchShell().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldFiles().then(() => scope.clients.claim())))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname))
  else if (isFile(pathname)) event.respondWith(readFile(request))
})

/** Fetches the page; offline returns the tickets page for any path, if tickets are stored. */
async function openPage(event: FetchEvent, path: string): Promise<Response> {
  try {
    const response = await fetch(event.request)
    if (path === page && response.ok) event.waitUntil(fetchShell())
    return response
  } catch (error) {
    const cached = (await caches.has('tickets')) ? await caches.match(page, { cacheName: store }) : undefined
    if (!cached) throw error
    return path === page ? cached : Response.redirect(page)
  }
}

const readFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: store, ignoreVary: true })) ?? fetch(request)

/** Stores the files first and the page last, so that a stored page is complete. */
async function fetchShell(): Promise<void> {
  const response = await fetch(page, { cache: 'no-store' })
  if (!response.ok) throw new Error(`${page} returned ${response.status}`)
  const shell = await caches.open(store)
  const requiredFiles = filesOf(await response.clone().text())
  const cached = new Set((await shell.keys()).map(({ url }) => new URL(url).pathname))
  await shell.addAll(requiredFiles.filter((file) => !cached.has(file)))
  await shell.put(page, response)
}

/** Files that the page references, that its scripts import, and the texts of its locale. */
function filesOf(html: string): string[] {
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1]?.toLowerCase() ?? ''
  const locale = language === 'en-gb' ? 'en' : language
  const referenced = [...html.matchAll(/(?:href|src)="(\/(?:assets|fonts|brand)\/[^"]+)"/g)].map((match) => match[1]!)
  const own = files.filter((file) => {
    const words = /\/words-([a-z]{2}(?:-[a-z]{2})?)-/.exec(file)
    return !words || words[1] === locale
  })
  return [...new Set([...referenced, ...own])]
}

/** Deletes files of earlier builds. */
async function deleteOldFiles(): Promise<void> {
  const shell = await caches.open(store)
  const html = await (await shell.match(page))?.text()
  const requiredFiles = new Set([page, ...(html ? filesOf(html) : [])])
  for (const request of await shell.keys()) if (!requiredFiles.has(new URL(request.url).pathname)) await shell.delete(request)
}

type Recaptcha = {
  ready(then: () => void): void
  execute(key: string, options: { readonly action: string }): Promise<string>
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js'

/**
 * Asks reCAPTCHA v3 what it thinks of this visitor; its badge is shown. Only pages that sign in or hold seats allow its
 * script: one that was reached from another page is reloaded once. Forms and chosen seats are kept in the tab. @throws where the script can't be loaded.
 */
export async function requestRecaptchaToken(key: string): Promise<string> {
  const recaptcha = window.grecaptcha ?? (await loadScript(key))
  await new Promise<void>((resolve) => recaptcha.ready(resolve))
  return recaptcha.execute(key, { action: 'entry' })
}

function loadScript(key: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', () => (window.grecaptcha ? resolve(window.grecaptcha) : reject(new Error('no grecaptcha'))))
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the script of the bot check did not load'))
    })
    try {
      script.src = `${scriptUrl}?${new URLSearchParams({ render: key })}`
    } catch (error) {
      // The policy of another page: it lets no script in but the shop's own.
      return reloadOnce() ? undefined : reject(error as Error)
    }
    document.head.append(script)
  })
}

/** Whether the page is on its way to be loaded under its own policy; what was typed is kept in the tab. */
function reloadOnce(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry && new URL(entry.name).pathname === location.pathname) return false
  location.reload()
  return true
}

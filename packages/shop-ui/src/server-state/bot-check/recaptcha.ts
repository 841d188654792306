type Recaptcha = {
  ready(callback: () => void): void
  execute(key: string, options: { readonly action: string }): Promise<string>
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js'

/**
 * Requests a token from reCAPTCHA v3; its badge is shown. Only pages that sign in or hold seats allow its script, so a page that
 * was reached from another one is reloaded once. Drafts of forms and seats survive this. @throws if the script can't be loaded
 */
export async function requestRecaptchaToken(key: string): Promise<string> {
  const recaptcha = window.grecaptcha ?? (await loadScript(key))
  await new Promise<void>((resolve) => recaptcha.ready(resolve))
  return recaptcha.execute(key, { action: 'entry' })
}

function loadScript(key: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', () =>
      window.grecaptcha ? resolve(window.grecaptcha) : reject(new Error('reCAPTCHA script loaded without grecaptcha')),
    )
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('reCAPTCHA script did not load'))
    })
    try {
      script.src = `${scriptUrl}?${new URLSearchParams({ render: key })}`
    } catch (error) {
      // The content security policy of another page allows only the shop's own scripts.
      return reloadOnce() ? undefined : reject(error as Error)
    }
    document.head.append(script)
  })
}

/** Reloads the page under its own content security policy, once. Returns whether it did; drafts survive in the tab. */
function reloadOnce(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (entry && new URL(entry.name).pathname === location.pathname) return false
  location.reload()
  return true
}

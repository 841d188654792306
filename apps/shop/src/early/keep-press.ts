// Runs on a page that the server rendered before the shop has arrived, without imports (early-build.ts).

/**
 * Holds a press back until the page is hydrated, and marks its button: the one that was pressed last is pressed again then, see
 * `keepInput`. Enter in a field presses the form's button.
 */
function keepPress(event: Event): void {
  const { target } = event
  const button = target instanceof Element && target.closest('#shop[data-rendered] button')
  if (!button) return
  // Neither the browser nor React, which may be hydrating, acts on it: what was typed is not known to the screen yet.
  event.preventDefault()
  event.stopImmediatePropagation()
  for (const other of document.querySelectorAll('[data-pressed]')) other.removeAttribute('data-pressed')
  button.setAttribute('data-pressed', '')
}

document.addEventListener('click', keepPress, true)

// Runs on a page that the server rendered before the shop has arrived, without imports (early-build.ts).

let count = 0

/**
 * Holds a press back until the page is hydrated, and marks its button with the numbers of its presses: they are made again in their order
 * then, see `keepInput`. Enter in a field presses the form's button.
 */
function keepPress(event: Event): void {
  const { target } = event
  const button = target instanceof Element && target.closest('#shop[data-rendered] button')
  if (!button) return
  // Neither the browser nor React, which may be hydrating, acts on it: what was typed is not known to the screen yet.
  event.preventDefault()
  event.stopImmediatePropagation()
  count += 1
  button.setAttribute('data-pressed', `${button.getAttribute('data-pressed') ?? ''} ${count}`)
}

document.addEventListener('click', keepPress, true)

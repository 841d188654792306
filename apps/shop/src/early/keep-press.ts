// Runs on a page that the server rendered before the shop has arrived, without imports (early-build.ts).

/** Marks the button that was pressed last. After hydration it is pressed again: see `keepInput`. */
function keepPress({ target }: Event): void {
  const button = target instanceof Element && target.closest('#shop[data-rendered] button')
  if (!button) return
  for (const other of document.querySelectorAll('[data-pressed]')) other.removeAttribute('data-pressed')
  button.setAttribute('data-pressed', '')
}

document.addEventListener('click', keepPress, true)

// Runs on a page that the server rendered before the shop has arrived, without imports (early-build.ts).

let count = 0
/** The button on which a press began before the page was hydrated. */
let begun: Element | null = null

const buttonOf = ({ target }: Event, within = ''): Element | null => (target instanceof Element ? target.closest(`${within} button`) : null)

/**
 * Holds a press back until the page is hydrated, and marks its button with the numbers of its presses: they are made again in their order
 * then, see `keepInput`. Enter in a field presses the form's button.
 */
function keepPress(event: Event): void {
  const button = buttonOf(event, '#shop[data-rendered]')
  const hasBegun = begun !== null && begun === buttonOf(event)
  if (!button && !hasBegun) return
  // Neither the browser nor React, which may be hydrating, acts on it: what was typed is not known to the screen yet.
  event.preventDefault()
  event.stopImmediatePropagation()
  const pressed = begun as HTMLButtonElement
  begun = null
  if (button) {
    count += 1
    button.setAttribute('data-pressed', `${button.getAttribute('data-pressed') ?? ''} ${count}`)
  }
  // The page was hydrated between the beginning and the end of the press. React Aria has not seen the beginning, and ignores the end alone.
  else pressed.click()
}

document.addEventListener('pointerdown', (event) => (begun = buttonOf(event, '#shop[data-rendered]')), true)
document.addEventListener('click', keepPress, true)

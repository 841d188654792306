import { type Html, html } from './html.ts'

/** The page of the counter's card reader, on which a tester chooses the next card. */
export function renderTerminal(cards: Readonly<Record<string, string>>, next: string, merchant: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Card reader of ${merchant}</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main class="card">
          <h1>Card reader of ${merchant}</h1>
          <p>This is a test: no card is read and no money moves. Next: <strong>${cards[next]}</strong>. After that, cards pay again.</p>
          <form class="row" method="post" action="/pad">
            ${Object.entries(cards).map(([card, label]) => html`<button class="quiet" name="card" value="${card}">${label}</button>`)}
          </form>
        </main>
      </body>
    </html>`
}

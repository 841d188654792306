import { Component, type ReactNode } from 'react'
import { fetchMessages, type Texts } from '@playhouse/shop-ui/i18n'

type State = { readonly failure: Error | undefined; readonly words: Texts; readonly lang: string }

/**
 * Shown if the error page or anything outside of it fails. Needs no texts, router or brand: it is English until the texts of the page's
 * language arrive, which may be what has failed. Specification, section 8.
 */
export class LastResort extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {
    failure: undefined,
    words: { title: 'An error occurred while showing the error page', detail: 'Please go to the home page.' },
    lang: 'en',
  }

  static getDerivedStateFromError(failure: Error): Partial<State> {
    return { failure }
  }

  override componentDidCatch(): void {
    const { lang } = document.documentElement
    fetchMessages(lang.toLowerCase(), 'problem').then(
      ({ 'error-page-failed': words }) => this.setState({ words: words as Texts, lang }),
      () => {},
    )
  }

  override render(): ReactNode {
    const { failure, words, lang } = this.state
    if (!failure) return this.props.children
    return (
      <main lang={lang}>
        <h1>{words['title'] as string}</h1>
        <p lang="en">{failure.message}</p>
        <p>
          <a href="/">{words['detail'] as string}</a>
        </p>
      </main>
    )
  }
}

import { Component, type ReactNode } from 'react'

type State = { readonly failure: Error | undefined }

/** Shown if the error page or anything outside of it fails. Needs no texts, router or brand. Specification, section 8. */
export class LastResort extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(failure: Error): State {
    return { failure }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <main lang="en">
        <h1>An error occurred while showing the error page</h1>
        <p>{failure.message}</p>
        <p>
          <a href="/">Home page</a>
        </p>
      </main>
    )
  }
}

import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#ui/Notice'

/** The result of a form. It takes the focus that the form's button had. */
export function ResultNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone="success" title={title} role="status" tabIndex={-1} ref={notice}>
      {children}
    </Notice>
  )
}

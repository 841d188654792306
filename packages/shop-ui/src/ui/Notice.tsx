import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classNames } from '#theme'
import styles from './Notice.module.css'

export type NoticeTone = 'info' | 'success' | 'warning' | 'error'
const signs = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const

export type NoticeProps = {
  readonly tone?: NoticeTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** `status` says it when it appears, `alert` at once; without it, it's read where it stands. */
  readonly role?: 'status' | 'alert'
  /** Lets code put focus on it. */
  readonly tabIndex?: -1
  readonly ref?: Ref<HTMLDivElement>
}

/** Something to know, where it matters. It stays until it's no longer true: this shop has no toasts. */
export function Notice({ tone = 'info', title, children, role, tabIndex, ref }: NoticeProps) {
  const Sign = signs[tone]
  return (
    <div className={classNames(styles.notice, styles[tone])} role={role} tabIndex={tabIndex} ref={ref}>
      <Sign aria-hidden="true" />
      {title && <div className={styles.title}>{title}</div>}
      {children && <div className={styles.body}>{children}</div>}
    </div>
  )
}

/** The row of links and buttons at a notice's end. */
export const NoticeActions = ({ children }: { readonly children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** A small line for the box office: a request id. */
export const NoticeReference = ({ children }: { readonly children: ReactNode }) => <p className={styles.reference}>{children}</p>

/** The list of links in an error summary. */
export const NoticeList = ({ children }: { readonly children: ReactNode }) => <ul className={styles.errors}>{children}</ul>

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
  /** `status` announces it politely, `alert` at once; without a role it is only read in place. */
  readonly role?: 'status' | 'alert'
  /** Makes it focusable by script. */
  readonly tabIndex?: -1
  readonly ref?: Ref<HTMLDivElement>
}

/** A message at the place it concerns. It stays until it no longer applies: this shop has no toasts. */
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

/** The row of links and buttons at the end of a notice. */
export const NoticeActions = ({ children }: { readonly children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** A small line for the box office: a request id. */
export const NoticeReference = ({ children }: { readonly children: ReactNode }) => <p className={styles.reference}>{children}</p>

/** The list of links in an error summary. */
export const NoticeList = ({ children }: { readonly children: ReactNode }) => <ul className={styles.errors}>{children}</ul>

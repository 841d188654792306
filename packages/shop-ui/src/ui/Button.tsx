import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './Button.module.css'

/** `primary` once a screen; `icon` is round and needs an `aria-label`. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon'

export type ButtonShape = {
  readonly look?: ButtonLook
  /** Takes the whole width of its column. */
  readonly wide?: boolean
  readonly large?: boolean
}

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'onClick' | 'disabled'> &
  ButtonShape & {
    readonly children: ReactNode
    /** What it does, by mouse, touch, key or voice. */
    readonly onPress?: () => void
    readonly isDisabled?: boolean
    /** Keeps focus and says that it is busy; presses are ignored meanwhile. */
    readonly isPending?: boolean
  }

/** A button. `onPress` for what it does; `type="submit"` in a form. The browser's own: every first screen has one. */
export function Button({
  look = 'secondary',
  wide = false,
  large = false,
  isDisabled = false,
  isPending = false,
  type = 'button',
  onPress,
  children,
  ...props
}: ButtonProps) {
  const t = useWords('part')
  return (
    <button
      // Safari focuses a clicked button only when it is told to, and a dialog gives the focus back to where it was.
      tabIndex={0}
      {...props}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      onClick={isPending ? undefined : () => onPress?.()}
      className={buttonClasses({ look, wide, large })}
    >
      {isPending && <span className={classNames(styles.spinner)} aria-hidden="true" />}
      {children}
      {isPending && <span className="visually-hidden">{t('loading')}</span>}
    </button>
  )
}

/** The same clothes for a link. */
export const buttonClasses = ({ look = 'secondary', wide = false, large = false }: ButtonShape): string =>
  classNames(styles.button, styles[look], wide && styles.wide, large && styles.large)

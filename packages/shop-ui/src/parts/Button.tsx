import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
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

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> &
  ButtonShape & {
    readonly children: ReactNode
    /** Keeps focus and says that it is busy; presses are ignored meanwhile. */
    readonly isPending?: boolean
    readonly ref?: Ref<HTMLButtonElement>
  }

/** A button. `onPress` for what it does; `type="submit"` in a form. */
export function Button({
  look = 'secondary',
  wide = false,
  large = false,
  isPending = false,
  type = 'button',
  onPress,
  children,
  ...props
}: ButtonProps) {
  const t = useWords('part')
  // Not react-aria's own `isPending`: it announces by an image whose name is gone when the button is ready again.
  return (
    <AriaButton
      {...props}
      type={isPending ? 'button' : type}
      {...(onPress && !isPending ? { onPress } : {})}
      className={buttonClasses({ look, wide, large })}
    >
      {isPending && <span className={classNames(styles.spinner)} aria-hidden="true" />}
      {children}
      {isPending && <span className="visually-hidden">{t('loading')}</span>}
    </AriaButton>
  )
}

/** The same clothes for a link. */
export const buttonClasses = ({ look = 'secondary', wide = false, large = false }: ButtonShape): string =>
  classNames(styles.button, styles[look], wide && styles.wide, large && styles.large)

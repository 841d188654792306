import { classNames } from '#theme'
import { type ButtonShape, buttonClasses } from './Button.tsx'
import { Link, type LinkProps } from './Link.tsx'

export type LinkButtonProps = Omit<LinkProps, 'className'> & ButtonShape & { readonly className?: string }

/** A link with the look of a button: it navigates and changes nothing. */
export const LinkButton = ({ look = 'secondary', wide = false, large = false, className, ...props }: LinkButtonProps) => (
  <Link {...props} className={classNames(buttonClasses({ look, wide, large }), className)} />
)

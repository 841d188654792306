export { AuthenticationPage } from './AuthenticationPage.tsx'
export { ResetPasswordPage } from './ResetPasswordPage.tsx'
export { SignInPage } from './SignInPage.tsx'

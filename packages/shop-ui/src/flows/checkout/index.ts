export { CheckoutLayout } from './CheckoutLayout.tsx'
export { DirectDebitPage } from './DirectDebitPage.tsx'
export { firstOpenStep } from './first-open-step.ts'
export { steps } from './steps.ts'

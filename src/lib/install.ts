import { installOffer } from './install-offer.ts'

export const BY_HAND = 'Per installare l’app: tocca Condividi, poi "Aggiungi alla schermata Home".'
const APPLE = /iphone|ipad|ipod/i
/** Safari on iPhone and iPad makes no offer. An iPad claims to be a Mac. */
const isApple = () => APPLE.test(navigator.userAgent) || (/mac/i.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
/** How the app can be installed, if it is not yet: by the browser's offer, or by hand. */
export function useInstall(): 'offer' | 'by-hand' | undefined {
  const offer = installOffer.use()
  if (matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone) return undefined
  if (offer) return 'offer'
  return isApple() ? 'by-hand' : undefined
}
export async function install(): Promise<void> {
  await installOffer.get()?.prompt()
  installOffer.set(undefined)
}

/** True the first time in a session of this tab (001 §9: session keys hold the pinch-zoom hint and the add-to-cart warning). */
export function isFirstTime(key: string): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
    return true
  } catch {
    // Without storage it is unknown whether it was shown; better not to show it every time.
    return false
  }
}

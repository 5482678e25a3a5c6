import { Root, type RootProps } from '@portraitkit/widgets'
import { themes } from '@portraitkit/widgets/themes'

// Outside the component, so that each rendering has the same objects.
const theme: RootProps['theme'] = { ...themes.meadow, background: 'plain' }
// The code is entered on the site's front page; every other view is below /pictures.
const routes: RootProps['routes'] = { frontpage: '/', 'enter-code': '/', '*': '/pictures' }

/** Wraps every view of the shop: its server, its provider, its look and this site's addresses of its views. */
export function Shop({ children }: Pick<RootProps, 'children'>) {
  return (
    <Root
      api={import.meta.env.VITE_SHOP_API}
      provider={import.meta.env.VITE_SHOP_PROVIDER}
      theme={theme}
      routes={routes}
    >
      {children}
    </Root>
  )
}

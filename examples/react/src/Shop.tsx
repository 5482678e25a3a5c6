import { Root, type RootProps } from '@portraitkit/widgets'
import { themes } from '@portraitkit/widgets/themes'

// Outside the component: the same objects at every rendering.
const theme: RootProps['theme'] = { ...themes.meadow, background: 'plain' }
// The code is typed on the site's front page; every other view lives below /pictures.
const routes: RootProps['routes'] = { frontpage: '/', 'enter-code': '/', '*': '/pictures' }

/** Around every view of the shop: where it is, whose it is, how it looks and where this site has its views. */
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

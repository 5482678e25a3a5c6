// The block in the editor: its view, shop and options. The page itself is rendered by PHP, as for the shortcode.
;(({ blockEditor, blocks, components, element, i18n }) => {
  const { createElement: el } = element
  const { __ } = i18n
  // Views that work standalone. An author who wants another one writes the shortcode with its name.
  const views = {
    shop: __('The whole shop', 'portraitkit'),
    'code-entry': __('Entering a code', 'portraitkit'),
    login: __('Signing in', 'portraitkit'),
    'picture-sets': __('My picture sets', 'portraitkit'),
    packages: __('All products', 'portraitkit'),
    'template-list': __('Cards, calendars or gifts', 'portraitkit'),
    cart: __('Shopping cart', 'portraitkit'),
    'my-account': __('My account', 'portraitkit'),
    'contact-us': __('Contact', 'portraitkit'),
  }

  function Edit({ attributes, setAttributes }) {
    const text = (name, label, help) =>
      el(components.TextControl, {
        label,
        help,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
      })
    const settings = el(
      components.PanelBody,
      { title: __('Shop', 'portraitkit') },
      el(components.SelectControl, {
        label: __('View', 'portraitkit'),
        value: attributes.view,
        options: Object.entries(views).map(([value, label]) => ({ value, label })),
        onChange: (view) => setAttributes({ view }),
      }),
      text('provider', __('Key of the shop', 'portraitkit'), __('Empty: the one of the settings', 'portraitkit')),
      text('options', __('Options', 'portraitkit'), __('As in a shortcode, such as type="cards"', 'portraitkit')),
    )
    return el(
      'div',
      blockEditor.useBlockProps(),
      el(blockEditor.InspectorControls, null, settings),
      el(components.Placeholder, {
        icon: 'camera',
        label: __('Picture shop', 'portraitkit'),
        instructions: views[attributes.view] ?? attributes.view,
      }),
    )
  }

  blocks.registerBlockType('portraitkit/shop', { edit: Edit, save: () => null })
})(window.wp)

<?php
/**
 * The block editor as far as the plugin's block asks for it: the block in the middle, its settings beside it, and below them what would be
 * saved. `wp` has what the block uses of WordPress' scripts, and no more.
 */

declare( strict_types=1 );

foreach ( Site::$blocks as $name => $block ) {
	$address = plugins_url( 'block/' . basename( $block['script'] ), "$plugin/x.php" );
	$default = array_map( static fn ( array $one ) => $one['default'], $block['type']['attributes'] );
	?>
<!doctype html><html lang="en"><title>New page</title><link rel="icon" href="data:,"><body>
<h1>New page</h1><div id="canvas"></div><output></output>
<script>
	const settled = <?php echo json_encode( $default ); ?>;
	let attributes = { ...settled };
	const createElement = ( type, props, ...children ) =>
		typeof type === 'function' ? type( { ...props, children } ) : put( type, props, children );
	function put( type, props, children ) {
		const node = Object.assign( document.createElement( type ), props );
		node.append( ...children.filter( Boolean ) );
		return node;
	}
	const labelled = ( label, field ) => put( 'label', {}, [ label + ' ', field ] );
	const group = ( { children } ) => put( 'div', {}, children );
	const components = {
		PanelBody: group,
		Placeholder: ( { label, instructions } ) => put( 'p', { textContent: `${ label }: ${ instructions }` }, [] ),
		TextControl: ( { label, value, onChange } ) => labelled( label, put( 'input', { value, onchange: ( { target } ) => onChange( target.value ) }, [] ) ),
		SelectControl: ( { label, value, options, onChange } ) => {
			const choices = options.map( ( one ) => put( 'option', { value: one.value, textContent: one.label, selected: one.value === value }, [] ) );
			return labelled( label, put( 'select', { onchange: ( { target } ) => onChange( target.value ) }, choices ) );
		},
	};
	const show = ( { edit } ) => {
		const setAttributes = ( change ) => { attributes = { ...attributes, ...change }; show( { edit } ); };
		document.querySelector( '#canvas' ).replaceChildren( createElement( edit, { attributes, setAttributes } ) );
		const changed = Object.fromEntries( Object.entries( attributes ).filter( ( [ name, value ] ) => value !== settled[ name ] ) );
		document.querySelector( 'output' ).textContent = `<!-- wp:<?php echo $name; ?> ${ JSON.stringify( changed ) } /-->`;
	};
	window.wp = {
		blockEditor: { useBlockProps: () => ( {} ), InspectorControls: group },
		blocks: { registerBlockType: ( name, type ) => name === '<?php echo $name; ?>' && type.save() === null && show( type ) },
		components, element: { createElement }, i18n: { __: ( text ) => text },
	};
</script>
<script src="<?php echo esc_attr( $address ); ?>"></script>
	<?php
}

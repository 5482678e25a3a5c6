<?php
/**
 * Plugin Name:       Portraitkit
 * Description:       Your picture shop on any page, by a block or a shortcode: [portraitkit] is all of it, [portraitkit view="cart"] one view.
 * Version:           0.1.0
 * Requires at least: 6.5
 * Requires PHP:      8.1
 * License:           MIT
 * Text Domain:       portraitkit
 *
 * @package Portraitkit
 */

declare( strict_types=1 );

namespace Portraitkit;

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/settings.php';

add_action(
	'init',
	static function (): void {
		add_shortcode( 'portraitkit', __NAMESPACE__ . '\shop' );
		register_block_type( __DIR__ . '/block', array( 'render_callback' => __NAMESPACE__ . '\block' ) );
	}
);

/**
 * The shortcode's output: an element of the shop. The script that defines it is added to the page.
 *
 * @param array<int|string, string>|string $given `view`, and options of the element: [portraitkit view="template-list" type="cards"].
 */
function shop( array|string $given ): string {
	$settings = settings();
	if ( '' === $settings['address'] || '' === $settings['provider'] ) {
		return hint( __( 'The shop needs its address and its key: see Settings, Portraitkit.', 'portraitkit' ) );
	}
	$given = is_array( $given ) ? $given : array();
	$view  = sanitize_key( $given['view'] ?? 'shop' );
	if ( '' === $view ) {
		return hint( __( 'This view of the shop has no name.', 'portraitkit' ) );
	}
	unset( $given['view'] );

	wp_enqueue_script_module( 'portraitkit', $settings['address'] . '/v1/loader.js', array(), null );
	wp_enqueue_script_module( 'portraitkit-count', plugins_url( 'count.js', __FILE__ ), array(), '0.1.0' );
	return sprintf( '<pk-%1$s%2$s></pk-%1$s>', $view, attributes( written( $given ) + defaults( $settings, $view ) ) );
}

/**
 * The same for the block, which has the same settings as the shortcode.
 *
 * @param array{view: string, provider: string, options: string} $chosen As block.json describes them.
 */
function block( array $chosen ): string {
	$options = shortcode_parse_atts( $chosen['options'] );
	$given   = array( 'view' => $chosen['view'] ) + ( is_array( $options ) ? $options : array() );
	if ( '' !== $chosen['provider'] ) {
		$given['provider'] = $chosen['provider'];
	}
	$element = shop( $given );
	return '' === $element ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $element );
}

/**
 * The attributes of every element: the shop's provider, the theme, and the page with the whole shop.
 *
 * @param array{address: string, provider: string, page: int, theme: string} $settings As they were saved.
 * @return array<string, string>
 */
function defaults( array $settings, string $view ): array {
	$told = array( 'provider' => $settings['provider'] );
	if ( '' !== $settings['theme'] ) {
		$told['theme'] = $settings['theme'];
	}
	// A single view links to that page; the whole shop navigates by itself.
	$page = 'shop' !== $view && $settings['page'] ? get_permalink( $settings['page'] ) : false;
	if ( $page ) {
		$told['routes'] = (string) wp_json_encode( array( '*' => $page . '#' ) );
	}
	return $told;
}

/**
 * What an author may say who may write shortcodes: neither scripts nor styles get into the page by it, nor addresses that links would
 * lead to, nor another server than that of the settings, whose words would be shown as they are.
 *
 * @param array<int|string, string> $options A name alone is a flag: [portraitkit headless].
 * @return array<string, string>
 */
function written( array $options ): array {
	$allowed = array();
	foreach ( $options as $name => $value ) {
		if ( is_int( $name ) ) {
			list( $name, $value ) = array( $value, '' );
		}
		if ( preg_match( '/^(?!on|style$|api$|theme$|routes$)[a-z][a-z-]*$/', $name ) ) {
			$allowed[ $name ] = $value;
		}
	}
	return $allowed;
}

/**
 * Options as attributes.
 *
 * @param array<string, string> $options
 */
function attributes( array $options ): string {
	$text = '';
	foreach ( $options as $name => $value ) {
		$text .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	return $text;
}

/** Shows a configuration error, only to users who can fix it. */
function hint( string $text ): string {
	return current_user_can( 'edit_posts' ) ? sprintf( '<p>%s</p>', esc_html( $text ) ) : '';
}

<?php
/**
 * Settings, Portraitkit: the shop's address, its key, its page and its theme.
 *
 * @package Portraitkit
 */

declare( strict_types=1 );

namespace Portraitkit;

defined( 'ABSPATH' ) || exit;

const OPTION   = 'portraitkit';
const DEFAULTS = array(
	'address'  => '',
	'provider' => '',
	'page'     => 0,
	'theme'    => '',
);

add_action( 'admin_init', __NAMESPACE__ . '\register' );
add_action( 'admin_menu', __NAMESPACE__ . '\menu' );
add_filter( 'plugin_action_links_portraitkit/portraitkit.php', __NAMESPACE__ . '\links' );

/**
 * The saved settings.
 *
 * @return array{address: string, provider: string, page: int, theme: string}
 */
function settings(): array {
	return array_merge( DEFAULTS, (array) get_option( OPTION, DEFAULTS ) );
}

/** The fields of the settings page. */
function register(): void {
	register_setting(
		OPTION,
		OPTION,
		array(
			'type'              => 'array',
			'default'           => DEFAULTS,
			'sanitize_callback' => __NAMESPACE__ . '\sanitize',
		)
	);
	add_settings_section( 'shop', '', '__return_null', OPTION );
	$fields = array(
		'address'  => array( __( 'Address of the shop', 'portraitkit' ), __( 'Such as https://shop.example.com', 'portraitkit' ) ),
		'provider' => array( __( 'Key of the shop', 'portraitkit' ), __( 'Whose shop it is, such as brightside', 'portraitkit' ) ),
		'page'     => array( __( 'Page of the shop', 'portraitkit' ), __( 'Where [portraitkit] stands. Single views lead there.', 'portraitkit' ) ),
		'theme'    => array( __( 'Theme', 'portraitkit' ), __( 'JSON from the theme editor; the shop’s own look where it is empty', 'portraitkit' ) ),
	);
	foreach ( $fields as $name => list( $title, $about ) ) {
		$args = array(
			'label_for' => OPTION . '-' . $name,
			'name'      => $name,
			'about'     => $about,
		);
		add_settings_field( $name, $title, __NAMESPACE__ . '\field', OPTION, 'shop', $args );
	}
}

/** The page's entry among the settings. */
function menu(): void {
	add_options_page(
		__( 'Portraitkit', 'portraitkit' ),
		__( 'Portraitkit', 'portraitkit' ),
		'manage_options',
		OPTION,
		__NAMESPACE__ . '\page'
	);
}

/**
 * The link to the page in the list of plugins.
 *
 * @param array<int|string, string> $links The links below the plugin's name.
 * @return array<int|string, string>
 */
function links( array $links ): array {
	$address = admin_url( 'options-general.php?page=' . OPTION );
	return array( sprintf( '<a href="%s">%s</a>', esc_url( $address ), esc_html__( 'Settings', 'portraitkit' ) ), ...array_values( $links ) );
}

/** The page itself. WordPress saves what is sent, after `sanitize`, and shows what was wrong. */
function page(): void {
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<form action="options.php" method="post">
			<?php
			settings_fields( OPTION );
			do_settings_sections( OPTION );
			submit_button();
			?>
		</form>
	</div>
	<?php
}

/**
 * One field.
 *
 * @param array{label_for: string, name: string, about: string} $args As `register` gives them.
 */
function field( array $args ): void {
	$value = settings()[ $args['name'] ];
	$name  = OPTION . '[' . $args['name'] . ']';
	if ( 'page' === $args['name'] ) {
		wp_dropdown_pages(
			array(
				'id'                => esc_attr( $args['label_for'] ),
				'name'              => esc_attr( $name ),
				'selected'          => (int) $value,
				'show_option_none'  => esc_html__( 'None', 'portraitkit' ),
				'option_none_value' => '0',
			)
		);
	} elseif ( 'theme' === $args['name'] ) {
		printf(
			'<textarea class="large-text code" rows="6" id="%s" name="%s">%s</textarea>',
			esc_attr( $args['label_for'] ),
			esc_attr( $name ),
			esc_textarea( $value )
		);
	} else {
		printf(
			'<input class="regular-text" type="%s" id="%s" name="%s" value="%s">',
			'address' === $args['name'] ? 'url' : 'text',
			esc_attr( $args['label_for'] ),
			esc_attr( $name ),
			esc_attr( $value )
		);
	}
	printf( '<p class="description">%s</p>', esc_html( $args['about'] ) );
}

/**
 * Sanitises the submitted settings. An invalid theme is reported, and the previous one stays.
 *
 * @param mixed $sent The form, or nothing.
 * @return array{address: string, provider: string, page: int, theme: string}
 */
function sanitize( mixed $sent ): array {
	$sent  = array_merge( DEFAULTS, is_array( $sent ) ? $sent : array() );
	$theme = trim( (string) $sent['theme'] );
	if ( '' !== $theme && ! is_array( json_decode( $theme, true ) ) ) {
		add_settings_error( OPTION, 'theme', __( 'The theme is not the JSON of an object, so the one before it stays.', 'portraitkit' ) );
		$theme = settings()['theme'];
	}
	return array(
		'address'  => untrailingslashit( esc_url_raw( trim( (string) $sent['address'] ), array( 'https', 'http' ) ) ),
		'provider' => sanitize_key( $sent['provider'] ),
		'page'     => absint( $sent['page'] ),
		'theme'    => $theme,
	);
}

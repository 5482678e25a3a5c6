<?php
/**
 * WordPress as far as the plugin asks for it, and no further: a function that is not here, an argument that WordPress would not take or a
 * setting that nobody registered ends the answer with an error. `php -S` runs it for every request.
 *
 * PLUGIN is the plugin's folder, OPTIONS the file where settings are kept.
 */

declare( strict_types=1 );

set_error_handler( static fn ( int $_level, string $said ) => throw new ErrorException( $said ) );
const ABSPATH = __DIR__ . '/';

const PAGES = array(
	2 => array( '/', 'Home', '<h1>Old Mill Photography</h1><p>Three rooms by the river.</p>[portraitkit view="code-entry"]' ),
	3 => array( '/pictures/', 'Pictures', '[portraitkit]' ),
	4 => array( '/cards/', 'Cards', '[portraitkit view="template-list" type="cards" onclick="alert(1)" style="display:none" api="https://elsewhere.example" routes="elsewhere" theme="elsewhere" title=\'"><b>\']' ),
	5 => array( '/block/', 'Block', '<!-- wp:portraitkit/shop {"view":"template-list","options":"type=\\"cards\\" onclick=\\"alert(1)\\""} /-->' ),
);

/** What the plugin has registered with WordPress, for one request. */
final class Site {
	public static array $actions    = array();
	public static array $shortcodes = array();
	public static array $modules    = array();
	public static array $blocks     = array();
	public static array $filters    = array();
	public static array $settings   = array();
	public static array $sections   = array();
	public static array $fields     = array();
	public static array $menu       = array();
	public static array $errors     = array();
	public static bool $is_admin    = false;
}

function add_action( string $hook, callable $call ): bool {
	in_array( $hook, array( 'init', 'admin_init', 'admin_menu' ), true ) || throw new LogicException( "No hook $hook" );
	Site::$actions[ $hook ][] = $call;
	return true;
}
function fire( string $hook ): void {
	foreach ( Site::$actions[ $hook ] ?? array() as $call ) {
		$call();
	}
}

function add_shortcode( string $tag, callable $call ): void {
	Site::$shortcodes[ $tag ] = $call;
}
/** As WordPress reads a shortcode's attributes: by name in lower case, a word alone by its place. */
function attributes_of( string $text ): array|string {
	$given = array();
	preg_match_all( '/([\w-]+)\s*=\s*"([^"]*)"|([\w-]+)\s*=\s*\'([^\']*)\'|(\S+)/', $text, $found, PREG_SET_ORDER );
	foreach ( $found as $one ) {
		if ( ! empty( $one[1] ) ) {
			$given[ strtolower( $one[1] ) ] = stripcslashes( $one[2] );
		} elseif ( ! empty( $one[3] ) ) {
			$given[ strtolower( $one[3] ) ] = stripcslashes( $one[4] );
		} else {
			$given[] = $one[5];
		}
	}
	return $given ? $given : '';
}
function do_shortcode( string $content ): string {
	return preg_replace_callback(
		'/\[(portraitkit)\b([^\]]*)\]/',
		static fn ( array $found ) => Site::$shortcodes[ $found[1] ]( attributes_of( $found[2] ), '', $found[1] ),
		$content
	);
}

function shortcode_parse_atts( string $text ): array|string {
	return attributes_of( $text );
}

function add_filter( string $hook, callable $call ): bool {
	Site::$filters[ $hook ][] = $call;
	return true;
}
function admin_url( string $path ): string {
	return "/wp-admin/$path";
}
function esc_url( string $url ): string {
	return str_replace( '&', '&#038;', $url );
}

function register_block_type( string $folder, array $args ): void {
	$type    = json_decode( file_get_contents( "$folder/block.json" ), true, 16, JSON_THROW_ON_ERROR );
	$script  = "$folder/" . substr( $type['editorScript'], strlen( 'file:./' ) );
	$asset   = require preg_replace( '/\.js$/', '.asset.php', $script );
	$unknown = array_diff( $asset['dependencies'], array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ) );
	$unknown && throw new LogicException( 'No script is called ' . implode( ', ', $unknown ) );
	is_file( $script ) || throw new LogicException( "No file $script" );
	Site::$blocks[ $type['name'] ] = array( 'folder' => $folder, 'script' => $script, 'type' => $type ) + $args;
}
function get_block_wrapper_attributes(): string {
	return 'class="wp-block-portraitkit-shop"';
}
/** As WordPress writes a block that PHP renders: what is not set is as block.json has it. */
function do_blocks( string $content ): string {
	return preg_replace_callback(
		'/<!-- wp:(portraitkit\/\w+) (\{.*?\} )?\/-->/',
		static function ( array $found ): string {
			$block = Site::$blocks[ $found[1] ];
			$given = json_decode( $found[2] ?? '{}', true, 16, JSON_THROW_ON_ERROR );
			return $block['render_callback']( $given + array_map( static fn ( array $one ) => $one['default'], $block['type']['attributes'] ) );
		},
		$content
	);
}

function wp_enqueue_script_module( string $id, string $src, array $deps, string|false|null $version ): void {
	$deps && throw new LogicException( 'No module is known that another could need' );
	Site::$modules[ $id ] = $src . ( $version ? "?ver=$version" : '' );
}
function plugins_url( string $path, string $plugin ): string {
	return '/wp-content/plugins/' . basename( dirname( $plugin ) ) . "/$path";
}
function get_permalink( int $id ): string|false {
	return isset( PAGES[ $id ] ) ? 'http://' . $_SERVER['HTTP_HOST'] . PAGES[ $id ][0] : false;
}
function current_user_can( string $what ): bool {
	in_array( $what, array( 'edit_posts', 'manage_options' ), true ) || throw new LogicException( "No right $what" );
	return Site::$is_admin;
}

function saved(): array {
	$file = getenv( 'OPTIONS' );
	return is_file( $file ) ? json_decode( file_get_contents( $file ), true ) : array();
}
function get_option( string $name, mixed $otherwise ): mixed {
	return saved()[ $name ] ?? $otherwise;
}

function register_setting( string $group, string $name, array $args ): void {
	$unknown = array_diff( array_keys( $args ), array( 'type', 'default', 'sanitize_callback' ) );
	$unknown && throw new LogicException( 'No setting takes ' . implode( ', ', $unknown ) );
	is_callable( $args['sanitize_callback'] ) || throw new LogicException( "Nobody cleans $name" );
	Site::$settings[ $group ][ $name ] = $args['sanitize_callback'];
}
function add_settings_section( string $id, string $title, callable $call, string $page ): void {
	Site::$sections[ $page ][ $id ] = array( $title, $call );
}
function add_settings_field( string $id, string $title, callable $call, string $page, string $section, array $args ): void {
	isset( Site::$sections[ $page ][ $section ] ) || throw new LogicException( "No section $section" );
	Site::$fields[ $page ][ $section ][ $id ] = array( $title, $call, $args );
}
function add_options_page( string $title, string $entry, string $right, string $slug, callable $call ): string {
	Site::$menu[ $slug ] = array( $title, $entry, $right, $call );
	return "settings_page_$slug";
}
function add_settings_error( string $setting, string $code, string $message ): void {
	Site::$errors[] = $message;
}
function get_admin_page_title(): string {
	return Site::$menu[ $_GET['page'] ][0];
}
function settings_fields( string $group ): void {
	isset( Site::$settings[ $group ] ) || throw new LogicException( "No settings $group" );
	printf( '<input type="hidden" name="option_page" value="%s"><input type="hidden" name="_wpnonce" value="%s">', esc_attr( $group ), nonce() );
}
function do_settings_sections( string $page ): void {
	foreach ( Site::$sections[ $page ] as $section => list( $title, $call ) ) {
		$call();
		foreach ( Site::$fields[ $page ][ $section ] as list( $label, $show, $args ) ) {
			printf( '<p><label for="%s">%s</label></p>', esc_attr( $args['label_for'] ), $label );
			$show( $args );
		}
	}
}
function submit_button(): void {
	echo '<p><button>Save Changes</button></p>';
}
function wp_dropdown_pages( array $args ): string {
	$options = sprintf( '<option value="%s">%s</option>', $args['option_none_value'], $args['show_option_none'] );
	foreach ( PAGES as $id => list( , $title ) ) {
		$options .= sprintf( '<option value="%d"%s>%s</option>', $id, $id === $args['selected'] ? ' selected' : '', $title );
	}
	echo $select = sprintf( '<select id="%s" name="%s">%s</select>', $args['id'], $args['name'], $options );
	return $select;
}
function nonce(): string {
	return hash( 'sha256', 'of this site' );
}

function __( string $text, string $domain ): string {
	'portraitkit' === $domain || throw new LogicException( "No texts of $domain" );
	return $text;
}
function esc_html( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_html__( string $text, string $domain ): string {
	return esc_html( __( $text, $domain ) );
}
function esc_attr( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES, null, false );
}
function esc_textarea( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url_raw( string $url, array $protocols ): string {
	$url = preg_replace( '|[^a-z0-9-~+_.?#=!&;,/:%@$*\'()\[\]]|i', '', $url );
	return in_array( parse_url( $url, PHP_URL_SCHEME ), $protocols, true ) ? $url : '';
}
function sanitize_key( string $key ): string {
	return preg_replace( '/[^a-z0-9_\-]/', '', strtolower( $key ) );
}
function untrailingslashit( string $text ): string {
	return rtrim( $text, '/\\' );
}
function absint( mixed $number ): int {
	return abs( (int) $number );
}
function wp_json_encode( mixed $data ): string|false {
	return json_encode( $data );
}
function __return_null(): void {}

$path   = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$plugin = rtrim( getenv( 'PLUGIN' ), '/' );
if ( str_starts_with( $path, '/wp-content/plugins/' . basename( $plugin ) . '/' ) ) {
	header( 'content-type: text/javascript' );
	readfile( $plugin . substr( $path, strlen( '/wp-content/plugins/' . basename( $plugin ) ) ) );
	exit;
}

$names = array_keys( $GLOBALS );
Site::$is_admin = str_starts_with( $path, '/wp-admin/' );
require "$plugin/" . basename( $plugin ) . '.php';
fire( 'init' );
array_diff( array_keys( $GLOBALS ), $names, array( 'names' ) ) && throw new LogicException( 'The plugin leaves something global' );

if ( Site::$is_admin ) {
	fire( 'admin_init' );
	fire( 'admin_menu' );
	if ( '/wp-admin/plugins.php' === $path ) {
		$links = Site::$filters[ 'plugin_action_links_' . basename( $plugin ) . '/' . basename( $plugin ) . '.php' ][0]( array( 'deactivate' => '<a href="#">Deactivate</a>' ) );
		exit( '<!doctype html><html lang="en"><title>Plugins</title><link rel="icon" href="data:,"><h1>Plugins</h1>' . implode( ' | ', $links ) );
	}
	if ( '/wp-admin/post-new.php' === $path ) {
		require __DIR__ . '/wordpressEditor.php';
		exit;
	}
	if ( 'POST' === $_SERVER['REQUEST_METHOD'] ) {
		hash_equals( nonce(), $_POST['_wpnonce'] ) || throw new LogicException( 'Not from the settings page' );
		$group  = $_POST['option_page'];
		$values = array_map( static fn ( string $name ) => Site::$settings[ $group ][ $name ]( $_POST[ $name ] ?? null ), array_combine( array_keys( Site::$settings[ $group ] ), array_keys( Site::$settings[ $group ] ) ) );
		file_put_contents( getenv( 'OPTIONS' ), json_encode( $values ) );
	}
	$_GET['page'] ??= 'portraitkit';
	echo '<!doctype html><html lang="en"><title>Settings</title><link rel="icon" href="data:,"><body>';
	echo '<p role="status">' . esc_html( Site::$errors ? implode( ' ', Site::$errors ) : ( 'POST' === $_SERVER['REQUEST_METHOD'] ? 'Settings saved.' : '' ) ) . '</p>';
	Site::$menu[ $_GET['page'] ][3]();
	exit;
}

$page = array_values( array_filter( PAGES, static fn ( array $page ) => $page[0] === $path ) )[0] ?? null;
if ( ! $page ) {
	http_response_code( 404 );
	exit( 'Nothing here.' );
}
$content = do_shortcode( do_blocks( $page[2] ) );
?>
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title><?php echo $page[1]; ?></title>
<body style="max-width: 1100px; margin: 0 auto; padding: 16px; font-family: Georgia, serif">
<nav><a href="/">Old Mill</a> <a href="/pictures/#/shopping-cart">Basket <span class="portraitkit-count"></span></a></nav>
<?php
echo $content;
foreach ( Site::$modules as $id => $src ) {
	printf( '<script type="module" src="%s" id="%s-js-module"></script>', esc_attr( $src ), esc_attr( $id ) );
}

# A bot for all games in a language without a kit. It was written from docs/protocol.md alone: what it needs
# to know must stand there.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # Every line is flushed.
my $json = JSON::PP->new->canonical;
my $chance;

sub answer { print $json->encode({@_}), "\n" }

# A number below a limit, from the seed of the hello.
sub draw {
    my ($limit) = @_;
    $chance = ( $chance * 48271 + 11 ) % 2147483647;
    return $chance % $limit;
}

while ( my $line = <STDIN> ) {
    my $told = $json->decode($line);
    if ( $told->{type} eq "hello" ) {
        $chance = $told->{seed} % 2147483647;
        answer( type => "hello", protocol => 1, name => "camel", version => "1" );
    }
    elsif ( $told->{type} eq "turn" ) {
        my $state = $told->{state};
        my $action;
        if ( $state->{moves} ) {
            my @moves = @{ $state->{moves} };
            my @captures = grep { /x/ } @moves;
            @moves = @captures if @captures;
            $action = $moves[ draw( scalar @moves ) ];
        }
        else {
            my @able = grep { length $_->{directions} } @{ $state->{orders} };
            my @orders = map { $_->{id} . substr( $_->{directions}, draw( length $_->{directions} ), 1 ) } @able;
            $action = @orders ? join( ",", @orders ) : "-";
        }
        answer( type => "action", action => $action );
    }
}
